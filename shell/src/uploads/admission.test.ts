import { executedBlocks, MAX_LINEAR_GROWTH } from '../../../packages/testing/src/blocks/executed-blocks.ts'
import type * as admission from './admission.ts'
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
  expect(refused.map(({ reason }) => reason)).toEqual(['empty', 'empty', 'empty', 'empty'])
})

const named = (name: string, content = 'x', type = '') => ({ file: new File([content], name, { type }) })
const namesOf = (sources: readonly { readonly file: File }[]) => sources.map(({ file }) => file.name)

test('returns the files that are refused, each with its reason, and skips system files', () => {
  const sources = [named('.DS_Store'), named('empty', ''), named('a.exe'), named('long', 'xxxx'), named('fits', 'xxx')]
  const { admitted, folders, refused } = admitAll(sources, [], { mimetypesBlacklist: ['exe'], uploadLimit: 3 })
  expect(namesOf(admitted)).toEqual(['fits'])
  expect(folders).toEqual([])
  expect(refused.map(({ source, reason }) => [source.file.name, reason])).toEqual([
    ['empty', 'empty'],
    ['a.exe', 'blocked-type'],
    ['long', 'too-large'],
  ])
})

test('an empty file is admitted where the operator allows it, and a blocked one is not', () => {
  const sources = [named('empty.txt', ''), named('empty.exe', '')]
  const allowing = { mimetypesBlacklist: ['exe'], uploadLimit: 1, allowEmptyFiles: true }
  const { admitted, refused } = admitAll(sources, [], allowing)
  expect(namesOf(admitted)).toEqual(['empty.txt'])
  expect(refused.map(({ reason }) => reason)).toEqual(['blocked-type'])
})

test('without a limit a file may have any size', () => {
  expect(admitAll([named('a', 'xxxx')], [], limits).admitted).toHaveLength(1)
})

test('a file is blocked by its type, and by its extension only where it has no type', () => {
  const blocked = { mimetypesBlacklist: ['exe', 'video/mp4'], uploadLimit: 0 }
  const sources = [named('a.exe'), named('b.exe', 'x', 'text/plain'), named('c.txt', 'x', 'video/mp4'), named('d.txt')]
  expect(namesOf(admitAll(sources, [], blocked).admitted)).toEqual(['b.exe', 'd.txt'])
})

test('admits a tree with work in proportion to the number of its files', async () => {
  const admit = ({ admitAll: admitTree }: typeof admission, count: number) => {
    const [empty, full] = [new File([], 'a'), new File(['x'], 'b')]
    const tree = Array.from({ length: count }, (_, at) => [
      { file: full, path: `/full/${String(at)}/b` },
      { file: empty, path: `/empty/${String(at)}/a` },
    ]).flat()
    const { admitted, folders } = admitTree(tree, [], { mimetypesBlacklist: [], uploadLimit: 0 })
    if (admitted.length !== count || folders.length !== count) throw new Error('Another number is admitted.')
  }
  const [once, twice] = await executedBlocks(import.meta.resolve('./admission.ts'), admit, [200, 400])
  expect(twice! / once!).toBeLessThan(MAX_LINEAR_GROWTH)
})
