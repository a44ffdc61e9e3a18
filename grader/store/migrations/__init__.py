"""Alembic's migrations of the store, run by `grader.store.migrate`."""
