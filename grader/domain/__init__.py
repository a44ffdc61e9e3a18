"""What every layer shares: frozen types, errors; nothing here imports torch."""
