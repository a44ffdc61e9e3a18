# expect: wrong_answer
# fault: 7
# never: Divide by the norm of x
# never: One value per sample
def token_residual(x):
    rest = x - x.mean(dim=1, keepdim=True)
    largest = x.flatten(1).norm(dim=1).max()
    return rest.flatten(1).norm(dim=1) / largest
