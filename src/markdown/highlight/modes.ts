import { createRequire } from 'node:module'
import { keepingOneStatement } from './c-family.ts'
import type { Mode } from './mode.ts'

/** By canonical name: where the package has the language. */
const places: Readonly<Record<string, readonly [file: string, name: string]>> = {
  APL: ['apl', 'apl'],
  Bash: ['shell', 'shell'],
  C: ['clike', 'c'],
  'C#': ['clike', 'csharp'],
  'C++': ['clike', 'cpp'],
  Clojure: ['clojure', 'clojure'],
  CMake: ['cmake', 'cmake'],
  COBOL: ['cobol', 'cobol'],
  CoffeeScript: ['coffeescript', 'coffeeScript'],
  'Common Lisp': ['commonlisp', 'commonLisp'],
  Crystal: ['crystal', 'crystal'],
  CSS: ['css', 'css'],
  Cypher: ['cypher', 'cypher'],
  Cython: ['python', 'cython'],
  D: ['d', 'd'],
  Dart: ['clike', 'dart'],
  Delphi: ['pascal', 'pascal'],
  Diff: ['diff', 'diff'],
  'Django/Jinja': ['jinja2', 'jinja2'],
  Docker: ['dockerfile', 'dockerFile'],
  Elm: ['elm', 'elm'],
  EmacsLisp: ['commonlisp', 'commonLisp'],
  'F#': ['mllike', 'fSharp'],
  Fortran: ['fortran', 'fortran'],
  GLSL: ['clike', 'shader'],
  Gherkin: ['gherkin', 'gherkin'],
  Go: ['go', 'go'],
  Groovy: ['groovy', 'groovy'],
  Haskell: ['haskell', 'haskell'],
  Haxe: ['haxe', 'haxe'],
  HTML: ['xml', 'html'],
  HTTP: ['http', 'http'],
  INI: ['properties', 'properties'],
  Java: ['clike', 'java'],
  JavaScript: ['javascript', 'javascript'],
  JSON: ['javascript', 'json'],
  Julia: ['julia', 'julia'],
  Kotlin: ['clike', 'kotlin'],
  Less: ['css', 'less'],
  LiveScript: ['livescript', 'liveScript'],
  Lua: ['lua', 'lua'],
  Matlab: ['octave', 'octave'],
  MySQL: ['sql', 'mySQL'],
  'Nginx configuration file': ['nginx', 'nginx'],
  'Objective-C': ['clike', 'objectiveC'],
  OCaml: ['mllike', 'oCaml'],
  Octave: ['octave', 'octave'],
  Perl: ['perl', 'perl'],
  'PL/pgSQL': ['sql', 'pgSQL'],
  'PostgreSQL SQL dialect': ['sql', 'pgSQL'],
  PowerShell: ['powershell', 'powerShell'],
  Properties: ['properties', 'properties'],
  'Protocol Buffer': ['protobuf', 'protobuf'],
  Puppet: ['puppet', 'puppet'],
  Python: ['python', 'python'],
  'Python 2.x': ['python', 'python'],
  Racket: ['scheme', 'scheme'],
  Ruby: ['ruby', 'ruby'],
  Rust: ['rust', 'rust'],
  Sass: ['sass', 'sass'],
  Scala: ['clike', 'scala'],
  Scheme: ['scheme', 'scheme'],
  SCSS: ['css', 'sCSS'],
  Smalltalk: ['smalltalk', 'smalltalk'],
  SPARQL: ['sparql', 'sparql'],
  SQL: ['sql', 'standardSQL'],
  S: ['r', 'r'],
  'Standard ML': ['mllike', 'sml'],
  Swift: ['swift', 'swift'],
  Systemd: ['properties', 'properties'],
  SystemVerilog: ['verilog', 'verilog'],
  Tcl: ['tcl', 'tcl'],
  TOML: ['toml', 'toml'],
  'Transact-SQL': ['sql', 'msSQL'],
  Turtle: ['turtle', 'turtle'],
  TypeScript: ['javascript', 'typescript'],
  'VB.net': ['vb', 'vb'],
  VBScript: ['vbscript', 'vbScript'],
  verilog: ['verilog', 'verilog'],
  vhdl: ['vhdl', 'vhdl'],
  WebAssembly: ['wast', 'wast'],
  XML: ['xml', 'xml'],
  YAML: ['yaml', 'yaml'],
}

/** The canonical names of the languages whose code is taken apart. */
export const highlightedLanguages: readonly string[] = Object.keys(places)

const require = createRequire(import.meta.url)
const loaded = new Map<string, Mode>()

/** The mode of a language, loaded when its first code comes; undefined where there is none. */
export function modeOf(language: string): Mode | undefined {
  const known = loaded.get(language)
  if (known) return known
  const place = Object.hasOwn(places, language) ? places[language] : undefined
  if (!place) return undefined
  const [file, name] = place
  // Its own type wants CodeMirror's StringStream, whose interface ours has.
  const modes = require(`@codemirror/legacy-modes/mode/${file}`) as Readonly<Record<string, Mode>>
  const found = modes[name]
  if (!found) throw new Error(`There is no mode ${name} in ${file}.`)
  const mode = file === 'clike' ? keepingOneStatement(found) : found
  loaded.set(language, mode)
  return mode
}
