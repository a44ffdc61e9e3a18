"""Start a thread."""
# verdict: runtime_error
# told: can't start new thread

import threading

threading.Thread(target=print, args=("alive",)).start()
