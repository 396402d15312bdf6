import { admitAll } from './admission.ts'

const limits = { mimetypesBlacklist: [], uploadLimit: 0 }
const source = (path: string, size: number) => {
  const file = new File([size > 0 ? 'x' : ''], path.split('/').at(-1) ?? '')
  return { file, path }
}

test('makes the folders of empty files that no other file makes', () => {
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
