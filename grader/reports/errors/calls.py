"""Errors of calls: what was called with what, which operands are not what they seem."""

from __future__ import annotations

from grader.reports.errors.rule import N, Rule, rule

_MODULE = r"nn\.([A-Z]\w+)"
_LAYER = r"(?:ReLU|GELU|SiLU|Sigmoid|Tanh|Softmax|Dropout|LayerNorm|Linear|Sequential|Module|LeakyReLU|ELU|Identity|LogSoftmax|Embedding)"
_OPERANDS = r"unsupported operand type\(s\) for \S{1,6}:"

CALLS: tuple[Rule, ...] = (
    rule(
        "pair-of-attention", rf"{_OPERANDS} '(?:Tensor' and 'tuple|tuple' and 'Tensor)'|can only concatenate tuple \(not \"Tensor\"\)",
        "{code0}(...) returns a pair (output, weights), and the whole pair is used as a tensor. Take its first item: "
        "{code0}(...)[0], or output, _ = {code0}(...).",
        "{code0}(...) 返回一对值 (output, weights)，这里却把整对当成张量来用。请取第一个：{code0}(...)[0]，或写 output, _ = {code0}(...)。",
        code=r"((?:self\.)?\w*(?:attn|attention|mha)\w*)\(",
    ),
    rule(
        "tuple-operand", rf"{_OPERANDS} '(?:Tensor' and '(?:tuple|list)|(?:tuple|list)' and 'Tensor)'|can only concatenate (?:tuple|list) \(not \"Tensor\"\)",
        "One operand is a tuple or list, not a tensor. A call that returns several values, like attention's pair (output, weights), "
        "must be unpacked: output, _ = ..., or take item [0].",
        "其中一个操作数是元组或列表，不是张量。返回多个值的调用（例如注意力的 (output, weights)）要先拆开：output, _ = ...，或取 [0]。",
    ),
    rule(
        "tuple-argument", r"\(\): argument '(?:input|self|other|mat2|tensor|weight)' \(position \d\) must be Tensor, not (?:tuple|list)",
        "A tuple or list is passed where one tensor is needed. A call that returns several values, like attention's pair (output, weights), "
        "must be unpacked first: take item [0].",
        "需要一个张量的地方传入了元组或列表。返回多个值的调用（例如注意力的 (output, weights)）要先拆开：取 [0]。",
    ),
    rule(
        "max-pair", rf"{_OPERANDS} 'torch\.return_types\.\w{{1,12}}'|{_OPERANDS} 'Tensor' and 'torch\.return_types\.",
        "max, min, sort and the like return values and indices when they get a dim: take .values, or use .amax(dim=...) / .amin(dim=...).",
        "给了 dim 的 max、min、sort 等会同时返回值和下标：请取 .values，或改用 .amax(dim=...)、.amin(dim=...)。",
    ),
    rule(
        "module-for-tensor", rf"must be Tensor, not {_LAYER}\b|{_OPERANDS} '(?:Tensor' and '{_LAYER}|{_LAYER}' and 'Tensor)'",
        "nn.{code0}(...) builds a module and applies nothing. Build it once, self.act = nn.{code0}(), and call that on the tensor, "
        "or use the function in torch.nn.functional.",
        "nn.{code0}(...) 只是创建一个模块，并没有对张量做运算。请先创建 self.act = nn.{code0}()，再用它作用于张量，或使用 torch.nn.functional 里的函数。",
        code=_MODULE,
    ),
    rule(
        "module-as-tensor", rf"must be Tensor, not {_LAYER}\b|{_OPERANDS} '(?:Tensor' and '{_LAYER}|{_LAYER}' and 'Tensor)'",
        "A module stands where a tensor is needed. nn.ReLU(x) builds a module and applies nothing: write nn.ReLU()(x), or F.relu(x); "
        "a layer is called, self.layer(x).",
        "需要张量的地方是一个模块。nn.ReLU(x) 只是创建模块，并没有做运算：请写 nn.ReLU()(x) 或 F.relu(x)；层要调用，self.layer(x)。",
    ),
    rule(
        "class-called-on-tensor", r"Boolean value of Tensor with more than one value is ambiguous|must be tuple of ints, but found element of type Tensor",
        "nn.{code0}(x) hands the tensor to the constructor. Construct first, then call: nn.{code0}(...)(x), or use the function "
        "in torch.nn.functional.",
        "nn.{code0}(x) 把张量传给了构造函数。应先构造再调用：nn.{code0}(...)(x)，或使用 torch.nn.functional 里的函数。",
        code=_MODULE,
    ),
    rule(
        "math-of-tensor", r"only one element tensors can be converted to Python scalars|a Tensor with \d{1,9} elements cannot be converted",
        "math.{code0} takes one number, and this is a tensor of several: use torch.{code0}, which works on every entry.",
        "math.{code0} 只接受一个数，而这里是含多个数的张量：请用 torch.{code0}，它会作用于每个元素。",
        code=r"math\.(sqrt|exp|log|sin|cos|tanh|erf|pow|fabs|ceil|floor|log2)\b",
    ),
    rule(
        "number-of-tensor", r"only one element tensors can be converted to Python scalars",
        "float(), int() or a function of math takes one number, and this tensor has several: stay with torch's own functions, "
        "and build tensors of tensors by torch.stack.",
        "float()、int() 或 math 里的函数只接受一个数，而这个张量有多个：请使用 torch 自己的函数；由张量组成张量用 torch.stack。",
    ),
    rule(
        "item", rf"a Tensor with {N} elements cannot be converted to Scalar",
        ".item() takes one number, and the tensor holds {0}: keep the tensor.",
        ".item() 只能用于一个数，而张量里有 {0} 个：请保留张量。",
    ),
    rule(
        "torch-of-number", r"\(\): argument 'input' \(position 1\) must be Tensor, not (?:int|float)",
        "torch.{code0} takes a tensor, and this is a plain number: use math.{code0}, or number ** 0.5 for a root.",
        "torch.{code0} 要的是张量，而这里是普通的数：请用 math.{code0}；开方也可写作 number ** 0.5。",
        code=r"torch\.(sqrt|exp|log|sin|cos|tanh|erf|pow)\b",
    ),
    rule(
        "none-operand", rf"{_OPERANDS} '(?:NoneType' and|\w{{1,30}}' and 'NoneType)|must be Tensor, not NoneType|mask=NoneType|got \(NoneType",
        "One of the values is None. Either a function that makes it lacks its return, or an optional argument (a mask) was not given: "
        "test it with is not None first.",
        "其中一个值是 None。要么产生它的函数漏写了 return，要么可选参数（例如掩码）没有传入：请先用 is not None 判断。",
    ),
    rule(
        "list-called", r"'(?:list|tuple)' object is not callable",
        "A Python list of modules cannot be called: loop over it (for layer in ...: x = layer(x)), and keep the modules in an "
        "nn.ModuleList, or their parameters are not registered.",
        "由模块组成的 Python 列表不能直接调用：请循环（for layer in ...: x = layer(x)），并把模块放进 nn.ModuleList，否则它们的参数不会被登记。",
    ),
    rule(
        "shape-called", r"'torch\.Size' object is not callable",
        "shape is no function: write x.shape[i], or x.size(i).",
        "shape 不是函数：请写 x.shape[i] 或 x.size(i)。",
    ),
    rule(
        "size-indexed", r"'(?:builtin_function_or_method|method)' object is not subscriptable",
        "A method is indexed without being called: x.size(i) or x.shape[i], with round brackets after a method.",
        "对方法直接取了下标：请写 x.size(i) 或 x.shape[i]，方法后面要用圆括号。",
    ),
    rule(
        "tensor-called", r"'(?:Tensor|Parameter)' object is not callable",
        "A tensor is called like a function: is a * or @ missing before the bracket?",
        "把张量当成函数调用了：括号前面是不是漏了 * 或 @？",
    ),
    rule(
        "numpy-ddof", r"received an invalid combination of arguments - got \([^)]*\bddof=",
        "ddof is numpy's: in torch write unbiased=False (or correction=0) to divide by D, and dim= and keepdim= for axis and keepdims.",
        "ddof 是 numpy 的写法：在 torch 里除以 D 要写 unbiased=False（或 correction=0）；axis、keepdims 对应 dim、keepdim。",
    ),
    rule(
        "numpy-keywords", r"got an unexpected keyword argument '(?:axis|axes|keepdims|keep_dims)'|invalid combination of arguments - got \([^)]*\b(?:axis|keepdims|keep_dims)=",
        "This function of torch does not know numpy's keywords: write dim= for axis, keepdim= for keepdims.",
        "torch 的这个函数不认识 numpy 的关键字：axis 写成 dim，keepdims 写成 keepdim。",
    ),
    rule(
        "softmax-dim", r"softmax\(\) missing 1 required positional arguments?: \"dim\"",
        "softmax needs to know its axis: dim=-1 for the last one.",
        "softmax 要指明沿哪个轴计算：dim=-1 表示最后一轴。",
    ),
    rule(
        "one-axis", r"unsqueeze\(\) takes 1 positional argument but \d were given",
        "unsqueeze adds one axis a call: x.unsqueeze(1).unsqueeze(2), or x[:, None, None].",
        "unsqueeze 每次只加一个轴：x.unsqueeze(1).unsqueeze(2)，或 x[:, None, None]。",
    ),
    rule(
        "two-axes", r"transpose\(\) (?:takes 2 positional arguments but \d were given|missing \d required positional arguments?)",
        "transpose swaps exactly two axes: transpose(1, 2). For a whole new order use permute with all of them.",
        "transpose 只交换两个轴：transpose(1, 2)。要重排全部轴请用 permute。",
    ),
    rule(
        "list-of-tensors", r"(?:cat|stack|concatenate|concat)\(\): argument 'tensors' \(position 1\) must be tuple of Tensors, not Tensor",
        "cat and stack take one list of tensors: torch.cat([a, b], dim=...).",
        "cat 和 stack 接受一个张量列表：torch.cat([a, b], dim=...)。",
    ),
    rule(
        "sequential-arguments", r"Sequential\.forward\(\) (?:takes 2 positional arguments|got an unexpected keyword)",
        "nn.Sequential passes one argument on. Where layers need a mask as well, keep them in an nn.ModuleList and loop: "
        "for layer in self.layers: x = layer(x, mask).",
        "nn.Sequential 只能传递一个参数。如果各层还需要掩码，请放进 nn.ModuleList 并循环：for layer in self.layers: x = layer(x, mask)。",
    ),
    rule(
        "list-in-sequential", r"(?:list|tuple) is not a Module subclass",
        "nn.Sequential takes the modules themselves, not a list: nn.Sequential(*layers).",
        "nn.Sequential 要的是各个模块本身，而不是列表：nn.Sequential(*layers)。",
    ),
    rule(
        "function-in-container", r"torch\.nn\.functional\.\w{1,20} is not a Module subclass",
        "A container of modules holds modules only: nn.ReLU() in place of F.relu.",
        "模块容器里只能放模块：用 nn.ReLU() 代替 F.relu。",
    ),
    rule(
        "keyword-near", r"got an unexpected keyword argument '\w{1,60}'",
        "What is called here has no argument of that name; it calls it {near}.",
        "这里调用的对象没有这个名字的参数，它的参数名是 {near}。",
    ),
    rule(
        "constructor-without-arguments", r"__init__\(\) takes 1 positional argument but \d+ were given|__init__\(\) got an unexpected keyword argument",
        "This class's constructor does not take these arguments. Is it spelled __init__, with two underscores on each side, and do its "
        "parameters bear these names?",
        "这个类的构造函数不接受这些参数。它是不是拼成 __init__（两边各两个下划线），参数名是否一致？",
    ),
    rule(
        "unknown-keyword", r"got an unexpected keyword argument '\w{1,60}'",
        "The function that is called here has no argument of that name: look up how it calls it, or pass it by position.",
        "这里调用的函数没有这个名字的参数：请查看它的参数名，或按位置传入。",
    ),
    rule(
        "too-many-arguments", r"takes (?:from \d+ to )?(\d{1,2}) positional arguments? but (\d{1,2}) were given",
        "Too many arguments: {0} fit, {1} were given. (A method counts self as the first; a method without self in its def is one short.)",
        "参数太多：最多 {0} 个，给了 {1} 个。（方法会把 self 算作第一个；def 里漏写 self 就会少一个。）",
    ),
    rule(
        "missing-arguments", r"missing (\d{1,2}) required positional arguments?: '",
        "{0} arguments that this call needs are missing: compare the call with the def line of what it calls.",
        "这个调用缺少 {0} 个必需的参数：请对照被调用函数的 def 行。",
    ),
    rule(
        "heads-do-not-divide", r"^dim=(\d{1,5}) cannot be split into num_heads=(\d{1,5}) heads of equal width",
        "The given block was built with dim={0} and num_heads={1}. Are the two arguments the wrong way round? Its order is (dim, num_heads, dropout).",
        "所给模块是用 dim={0}、num_heads={1} 创建的。这两个参数是不是写反了？顺序是 (dim, num_heads, dropout)。",
    ),
    rule(
        "ambiguous-bool", r"Boolean value of Tensor with more than one value is ambiguous",
        "A whole tensor stands where Python wants one truth value (if, and, or, not): use torch.where, &, |, ~, or .any() and .all(). "
        "A tensor handed to a layer's constructor does the same: nn.ReLU()(x), not nn.ReLU(x).",
        "整个张量出现在 Python 需要单个真假值的地方（if、and、or、not）：改用 torch.where、&、|、~，或 .any()、.all()。"
        "把张量传给层的构造函数也会这样：应写 nn.ReLU()(x)，而不是 nn.ReLU(x)。",
    ),
    rule(
        "parameter-of-number", r"'(?:int|float|list)' object has no attribute 'detach'",
        "nn.Parameter takes a tensor: nn.Parameter(torch.ones(dim)).",
        "nn.Parameter 要的是张量：nn.Parameter(torch.ones(dim))。",
    ),
    rule(
        "assign-parameter", r"cannot assign '[\w.]{1,60}' as parameter '\w{1,40}' \(torch\.nn\.Parameter or None expected\)",
        "A parameter can only be replaced by nn.Parameter(...).",
        "参数只能用 nn.Parameter(...) 来替换。",
    ),
    rule(
        "dropout-rate", r"dropout probability has to be between 0 and 1",
        "A dropout rate lies between 0 and 1; is another argument passed in its place?",
        "dropout 的概率必须在 0 到 1 之间；是不是把别的参数传到了它的位置？",
    ),
)  # fmt: skip
