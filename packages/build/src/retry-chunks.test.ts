import { runInNewContext } from 'node:vm'
import { RetryRuntimeModule } from './retry-chunks.ts'

type Done = (event: { readonly type: string; readonly target: { readonly src: string } }) => void

/** The webpack runtime of a build in which every request for a script fails. */
function failingRuntime() {
  const requests: string[] = []
  const webpackRequire = {
    l(url: string, done: Done) {
      requests.push(url)
      done({ type: 'error', target: { src: url } })
    },
  }
  runInNewContext(new RetryRuntimeModule().generate(), { __webpack_require__: webpackRequire })
  return {
    requests,
    load: (url: string, done: Done) => {
      webpackRequire.l(url, done)
    },
  }
}

test('requests a failed chunk again under another URL, and reports the original one', () => {
  const { requests, load } = failingRuntime()
  const failures: string[] = []
  const done: Done = ({ type, target }) => failures.push(`${type} ${target.src}`)
  load('/ui/a.js', done)
  load('/ui/b.js', done)
  load('/ui/a.js', done)
  expect(requests).toEqual(['/ui/a.js', '/ui/b.js', expect.stringMatching(/^\/ui\/a\.js\?retry=\w+$/)])
  expect(failures).toEqual(['error /ui/a.js', 'error /ui/b.js', 'error /ui/a.js'])
})
