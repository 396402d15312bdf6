import webpack, { type Compiler } from 'webpack'

const { RuntimeGlobals, RuntimeModule, Template } = webpack

/**
 * Fetches a chunk that was fetched before under another URL. webpack asks again only for what failed, and a browser
 * keeps wrong bytes of an immutable file: the same URL would answer with them for a year. Errors name the plain URL.
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
    // After webpack's own loader of scripts, which it wraps.
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
