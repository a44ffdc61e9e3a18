"""Which of several files was graded gets a column of its own: tables of scores say it without the results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_KEPT = "kept"


def upgrade() -> None:
    """Add the column and move what the results hold under "kept"."""
    op.add_column("class_result", sa.Column("choice", sa.JSON(none_as_null=True), nullable=True))
    table = sa.table(
        "class_result", sa.column("id"), sa.column("result", sa.JSON), sa.column("choice", sa.JSON)
    )
    connection = op.get_bind()
    # as text: PostgreSQL cannot look into JSON that holds a zero character
    holding = sa.cast(table.c.result, sa.Text).like(f'%"{_KEPT}"%')
    for number in connection.execute(sa.select(table.c.id).where(holding)).scalars().all():
        row = table.c.id == number
        result = dict(connection.execute(sa.select(table.c.result).where(row)).scalar_one())
        kept = result.pop(_KEPT, None)
        if kept:
            choice = {"kept": kept, "by": None}
            connection.execute(sa.update(table).where(row).values(result=result, choice=choice))
