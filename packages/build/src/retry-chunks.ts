import webpack, { type Compiler } from 'webpack'

const { RuntimeGlobals, RuntimeModule, Template } = webpack

/**
 * Requests a chunk under another URL when it is requested a second time, which webpack does only after a failure. If
 * the first answer had wrong bytes, the browser keeps them as an immutable file for a year, so the same URL would not
 * help. Errors name the original URL.
 */
export class RetryChunksPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RetryChunks', (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap('RetryChunks', (chunk) => {
        compilation.addRuntimeModule(chunk, new RetryRuntimeModule())
        return undefined
      })
    })
  }
}

export class RetryRuntimeModule extends RuntimeModule {
  constructor() {
    // Runs after webpack has defined `loadScript`, which it wraps.
    super('retry chunks', RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    const load = RuntimeGlobals.loadScript
    return Template.asString([
      `const loadScript = ${load};`,
      'const requested = new Set();',
      `${load} = (url, done, ...rest) => {`,
      Template.indent([
        'const address = requested.has(url) ? `${url}?retry=${Date.now().toString(36)}` : url;',
        'requested.add(url);',
        'loadScript(address, (event) => done(event && { type: event.type, target: { src: url } }), ...rest);',
      ]),
      '};',
    ])
  }
}
