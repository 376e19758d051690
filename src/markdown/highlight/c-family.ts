import type { Mode } from './mode.ts'

/** A block, a bracket or a statement that is open. */
interface Context {
  readonly type: string
  prev: Context | null | undefined
}

/**
 * A mode of the C family that keeps one open statement where it would keep all of them, such as of code that says
 * `do` on every line. Only its indentation, which nobody asks for here, depends on the others; to find the block
 * around, it walks through all of them at the end of each line.
 */
export function keepingOneStatement(mode: Mode): Mode {
  return {
    ...mode,
    token(line, state) {
      const style = mode.token(line, state)
      // The package's own state, of which its types say nothing.
      const { context } = state as { readonly context: Context }
      if (context.type === 'statement' && context.prev?.type === 'statement') context.prev = context.prev.prev
      return style
    },
  }
}
