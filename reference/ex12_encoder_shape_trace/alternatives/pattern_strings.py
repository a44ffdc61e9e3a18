"""Reads the shapes from a table of letters."""

TABLE = """
token_ids B S
embedded B S D
norm_mean B S 1
norm_var B S 1
gamma D
attn_norm B S D
query_heads B H S d
attn_scores B H S S
blocked_mask B 1 1 S
attn_weights B H S S
heads_merged B S D
attn_out B S D
residual_1 B S D
ffn_hidden B S F
ffn_out B S D
residual_2 B S D
memory B S D
"""


def encoder_shape_trace(batch, seq, dim, heads, hidden, layers=1):
    size = {"B": batch, "S": seq, "D": dim, "H": heads, "F": hidden, "d": dim // heads, "1": 1}
    rows = [line.split() for line in TABLE.strip().splitlines()]
    return {key: tuple(size[letter] for letter in letters) for key, *letters in rows}
