import { readFileSync } from 'node:fs'

/** A file of the demo account, in one of its folders or at the top. */
export interface DemoFile {
  readonly folder: string | null
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
}

export const demoFolders = [
  { name: 'Documents', color: 'blue', emoji: null },
  { name: 'Holiday in Sweden', color: null, emoji: '🏕️' },
] as const

/** What the demo account holds, less than a hundred kilobytes. */
export const demoFiles = (): readonly DemoFile[] => [
  text(null, 'Welcome.md', 'text/markdown', [
    '# Welcome to the demo',
    '',
    'Look around: open folders, preview files, search and download them.',
    'This account can only be read. Create an account of your own to upload files.',
  ]),
  text('Documents', 'Packing list.md', 'text/markdown', [
    '# Packing list',
    '',
    '- Tent and sleeping bags',
    '- Stove, pan and two cups',
    '- Map of the lake',
    '- Rain jackets',
  ]),
  text('Documents', 'Budget.csv', 'text/csv', [
    'Item,Planned,Spent',
    'Train,240,228',
    'Canoe,180,180',
    'Food,150,171',
    'Camp site,96,96',
  ]),
  text('Documents', 'Route.txt', 'text/plain', [
    'Friday: by train to Mora, and along the shore to the camp site.',
    'Saturday: by canoe to the island, about 14 kilometres.',
    'Sunday: back with the morning wind.',
  ]),
  picture('Dawn.jpg'),
  picture('Lake.jpg'),
  picture('Forest.jpg'),
]

const text = (folder: string | null, name: string, mime: string, lines: readonly string[]): DemoFile => ({
  folder,
  name,
  mime,
  bytes: Buffer.from(`${lines.join('\n')}\n`),
})

const picture = (name: string): DemoFile => ({
  folder: 'Holiday in Sweden',
  name,
  mime: 'image/jpeg',
  bytes: readFileSync(new URL(`pictures/${name}`, import.meta.url)),
})
