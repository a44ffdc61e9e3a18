"""Earlier attempts get a column of their own: tables of scores need them without the results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_ATTEMPTS = "attempts"


def upgrade() -> None:
    """Add the column and move what the results hold under "attempts"."""
    op.add_column("class_result", sa.Column(_ATTEMPTS, sa.JSON(none_as_null=True), nullable=True))
    table = sa.table(
        "class_result", sa.column("id"), sa.column("result", sa.JSON), sa.column(_ATTEMPTS, sa.JSON)
    )
    connection = op.get_bind()
    # as text: PostgreSQL cannot look into JSON that holds a zero character
    holding = sa.cast(table.c.result, sa.Text).like(f'%"{_ATTEMPTS}"%')
    for number in connection.execute(sa.select(table.c.id).where(holding)).scalars().all():
        row = table.c.id == number
        result = dict(connection.execute(sa.select(table.c.result).where(row)).scalar_one())
        attempts = result.pop(_ATTEMPTS, None)
        if attempts:
            connection.execute(sa.update(table).where(row).values(result=result, attempts=attempts))
