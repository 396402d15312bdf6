import { buildFaulty } from '../../packages/testing/src/faulty-sections/build-faulty-sections.ts'

// A process of its own: the build reads sections with hooks of Node's module loader.
const [out = ''] = process.argv.slice(2)
await buildFaulty(out)
