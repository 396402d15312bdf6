import { admitAll } from './admission.ts'

const limits = { mimetypesBlacklist: [], uploadLimit: 0 }
const source = (path: string, size: number) => {
  const file = new File([size > 0 ? 'x' : ''], path.split('/').at(-1) ?? '')
  return { file, path }
}

test('returns the folders of empty files that no other file creates', () => {
  const { folders, refused } = admitAll(
    [
      source('/photos/2026/a.jpg', 1),
      source('/photos/empty.jpg', 0),
      source('/photos/2025/empty.jpg', 0),
      source('/photo/empty.jpg', 0),
      source('/notes/drafts/empty.txt', 0),
    ],
    ['/notes/drafts/old'],
    limits,
  )
  expect(folders).toEqual(['/notes/drafts/old', '/photos/2025', '/photo'])
  expect(refused.empty).toHaveLength(4)
})

const named = (name: string, content = 'x', type = '') => ({ file: new File([content], name, { type }) })
const namesOf = (sources: readonly { readonly file: File }[]) => sources.map(({ file }) => file.name)

test('returns the reasons for which files are refused, and the names of the empty ones', () => {
  const sources = [named('.DS_Store'), named('empty', ''), named('a.exe'), named('long', 'xxxx'), named('fits', 'xxx')]
  const { admitted, folders, refused } = admitAll(sources, [], { mimetypesBlacklist: ['exe'], uploadLimit: 3 })
  expect(namesOf(admitted)).toEqual(['fits'])
  expect(folders).toEqual([])
  expect(refused.empty).toEqual(['empty'])
  expect([...refused.reasons]).toEqual(['system-file', 'empty', 'blocked-type', 'too-large'])
})

test('without a limit a file may have any size', () => {
  expect(admitAll([named('a', 'xxxx')], [], limits).admitted).toHaveLength(1)
})

test('a file is blocked by its type, and by its extension only where it has no type', () => {
  const blocked = { mimetypesBlacklist: ['exe', 'video/mp4'], uploadLimit: 0 }
  const sources = [named('a.exe'), named('b.exe', 'x', 'text/plain'), named('c.txt', 'x', 'video/mp4'), named('d.txt')]
  expect(namesOf(admitAll(sources, [], blocked).admitted)).toEqual(['b.exe', 'd.txt'])
})

test('admits a tree of 20,000 files in time that grows with their number', () => {
  const [small, large] = [source('/a', 0).file, source('/b', 1).file]
  const tree = Array.from({ length: 10_000 }, (_, at) => [
    { file: large, path: `/full/${String(at)}/b` },
    { file: small, path: `/empty/${String(at)}/a` },
  ]).flat()
  const begunAtMs = performance.now()
  const { admitted, folders } = admitAll(tree, [], limits)
  expect(performance.now() - begunAtMs).toBeLessThan(1000)
  expect([admitted.length, folders.length]).toEqual([10_000, 10_000])
})
