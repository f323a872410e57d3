" Vim syntax of mbs scripts.
if exists('b:current_syntax')
  finish
endif

syntax case match

" Statement words and kinds count at the beginning of a statement or an item only.
syntax match mbsStatement "\v%(^|[;{])\s*\zs<%(mbs|param|let|fn|law|friction|template|for|sweep|use|data|default|require|warn|when|simulate|continue|print|table|plot|histogram|animate|expect|stop|free|hold|engage|state|solve)>%(\s*[:=~.[])@!"
syntax match mbsKind "\v%(^|[;{,])\s*\zs<%(world|material|body|point|revolute|prismatic|weld|rod|slot|gear|spherical|universal|cylindrical|screw|planar|inplane|constant_velocity|drive|force|torque|spring|torsion|contact|contacts|clearance)>\ze\s+\h"
syntax match mbsAttribute "\v%(^|[;{,])\s*\zs<\h\w*>\ze\s*[=~]%(\=)@!"

syntax keyword mbsConditional if then else
syntax keyword mbsClause until every during vs as by from
syntax keyword mbsOperatorWord to and or not within
syntax match mbsOperatorWord "\v<in>"
syntax keyword mbsBoolean true false
syntax keyword mbsConstant pi inf g0 ground none
syntax match mbsSignal "\v\.@1<!<%(t|energy|pair|delta|ddelta|delta_max|v_impact|loading|vt|FN|FT|P_in|W_in)>"
syntax match mbsFunction "\v<\h\w*>\ze\("
syntax match mbsOperator "\v\.\.|[-+*/^=~<>]|[!<>=]\="

" A unit is what follows a number, a vector, a list, an annotation's colon or the word `in`.
syntax match mbsNumber "\v<\d+%(\.\d+)?%([eE][-+]?\d+)?" nextgroup=mbsUnit skipwhite
syntax match mbsBracketEnd "[)\]]" nextgroup=mbsUnit skipwhite
syntax match mbsShowIn "\v<in>\ze\s+%(1/%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?|%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?%([*·]%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?)*%(/%(%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?|\(%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?%([*·]%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?)*\)))?)" nextgroup=mbsUnit skipwhite
syntax match mbsAnnotation "\v\h\w*\s*:\s*\ze%(1/%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?|%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?%([*·]%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?)*%(/%(%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?|\(%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?%([*·]%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?)*\)))?)\s*[,=)]" nextgroup=mbsUnit
syntax match mbsUnit contained "\v%(1/%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?|%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?%([*·]%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?)*%(/%(%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?|\(%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?%([*·]%(%([nuµμmcdkMGT]?%(Pa|Hz|rad|bar|Nm|Ns|ohm|m|g|s|N|J|W|A|V|H|F)|deg|rev|rpm|min|tonne|inch|ft|lbf|lb|psi|ksi|h)%(\w)@!|[°\%])%(\^%(-?\d+%(\.\d+)?|\(-?\d+/\d+\)|\h\w*))?)*\)))?)"

syntax region mbsString start=+"+ skip=+\\.+ end=+"\|$+ oneline contains=mbsEscape,mbsHole
syntax match mbsEscape contained "\\[nt\"\\{}]"
syntax region mbsHole contained matchgroup=mbsHoleMark start="{" end="\v%(:\d*%(\.\d+)?[feg]?)?\}" oneline
      \ contains=mbsNumber,mbsShowIn,mbsOperatorWord,mbsFunction,mbsOperator,mbsConstant

syntax match mbsComment "#.*$" contains=mbsTodo,@Spell
syntax match mbsDoc "##.*$" contains=@Spell
syntax keyword mbsTodo contained TODO FIXME XXX NOTE

highlight default link mbsStatement Statement
highlight default link mbsKind Type
highlight default link mbsAttribute Identifier
highlight default link mbsConditional Conditional
highlight default link mbsClause Keyword
highlight default link mbsOperatorWord Operator
highlight default link mbsShowIn Operator
highlight default link mbsOperator Operator
highlight default link mbsBoolean Boolean
highlight default link mbsConstant Constant
highlight default link mbsSignal Special
highlight default link mbsFunction Function
highlight default link mbsNumber Number
highlight default link mbsUnit StorageClass
highlight default link mbsString String
highlight default link mbsEscape SpecialChar
highlight default link mbsHoleMark SpecialChar
highlight default link mbsComment Comment
highlight default link mbsDoc SpecialComment
highlight default link mbsTodo Todo

let b:current_syntax = 'mbs'
