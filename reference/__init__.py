raise ImportError("reference/ holds the answers: the judge loads its files by path, and nothing imports them")
