"""Experiments under the usual guard are not run."""

if __name__ == "__main__":
    open("data.csv")
