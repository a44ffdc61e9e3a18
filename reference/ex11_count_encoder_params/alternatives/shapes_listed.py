"""Writes down every tensor's shape and multiplies."""

import math


def layer_shapes(d, f, bias):
    shapes = [(d, d)] * 4 + [(f, d), (d, f)]
    if bias:
        shapes += [(d,)] * 4 + [(f,), (d,)]
    return [*shapes, (d,), (d,), (d,), (d,)]


def count_encoder_params(dim, hidden_dim, num_layers, num_heads=8, bias=True, final_norm=True):
    every = layer_shapes(dim, hidden_dim, bias) * num_layers
    if final_norm:
        every += [(dim,), (dim,)]
    return sum(math.prod(s) for s in every)
