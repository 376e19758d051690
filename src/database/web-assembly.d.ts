/** The few parts of the WebAssembly interface that are used here; Node's own types leave them out. */
declare namespace WebAssembly {
  type Exports = Record<string, unknown>
  type ModuleImports = Record<string, unknown>
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, ModuleImports>,
  ): Promise<{ instance: { exports: Exports } }>
}
