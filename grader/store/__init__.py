"""Keeps attempts, class runs, quiz memory, what staff decided, in SQLite or PostgreSQL.

Importing this package costs nothing: SQLAlchemy comes with `grader.store.store`, Alembic only to migrate.
"""
