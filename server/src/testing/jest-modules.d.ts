/** Part of jest's API for ES modules that its types lack. */
declare namespace jest {
  /** Replaces a module for the imports that come after this call. */
  function unstable_mockModule(name: string, factory: () => object): void
}
