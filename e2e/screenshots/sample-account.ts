import type { BrowserContext } from '@playwright/test'
import type { FolderColor } from '@holdall/api'
import { putFile, share } from '../bench/account.ts'
import { sql } from '../src/database.ts'
import { signUp } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { drawLandscapes, type Landscape } from './landscapes.ts'

export const sampleUser = { name: 'Maya Lindqvist', email: 'maya@holdall.example', password: 'lake siljan at dawn' }
/** The folder with the pictures. */
export const photosFolder = 'Summer by the lake'

const HOUR_MS = 3_600_000

const landscapes: Readonly<Record<string, Landscape>> = {
  'Lake at dawn.jpg': {
    sky: ['#4b6b8f', '#f6c9a0'],
    sun: [0.68, 0.42, '#fff1d0'],
    ridges: ['#8d93a6', '#5c6b7d', '#34495c'],
    shore: 0.62,
    front: ['#6d8298', '#263a4d'],
  },
  'Dunes in the evening.jpg': {
    sky: ['#f0b267', '#fbe3bd'],
    sun: [0.3, 0.36, '#fff6dc'],
    ridges: ['#e0a35e', '#c9823f', '#a9632b'],
    shore: 0.6,
    front: ['#c98a4b', '#8a5020'],
  },
  'Pine forest.jpg': {
    sky: ['#b9d7cf', '#eef5ea'],
    sun: [0.78, 0.24, '#ffffff'],
    ridges: ['#86ab9c', '#4f8070', '#255547'],
    shore: 0.74,
    front: ['#3d6b55', '#16352b'],
  },
  'Ferry to the island.jpg': {
    sky: ['#5b9bd0', '#d9eef8'],
    sun: [0.22, 0.2, '#fffbe8'],
    ridges: ['#9fbfd2', '#6d97ae'],
    shore: 0.5,
    front: ['#3f86b0', '#154763'],
  },
  'Snow on the pass.jpg': {
    sky: ['#9db8d6', '#f3f6fa'],
    sun: [0.52, 0.22, '#ffffff'],
    ridges: ['#dbe5ef', '#b5c6d8', '#8aa1ba'],
    shore: 0.7,
    front: ['#eef3f8', '#b9c9da'],
  },
  'Northern lights.jpg': {
    sky: ['#0b1b33', '#2c8a78'],
    sun: [0.4, 0.3, '#7ef0c0'],
    ridges: ['#173a4a', '#0f2836', '#081823'],
    shore: 0.66,
    front: ['#164653', '#061019'],
  },
  'Red cliffs.jpg': {
    sky: ['#7fb4d8', '#fbe6d2'],
    sun: [0.84, 0.3, '#fff3da'],
    ridges: ['#d98a6c', '#b85f47', '#8b3f33'],
    shore: 0.68,
    front: ['#a5523f', '#5a241f'],
  },
  'After the rain.jpg': {
    sky: ['#6f7f92', '#cfd8dd'],
    sun: [0.6, 0.34, '#f8f5e6'],
    ridges: ['#93a7a4', '#6d8a80', '#3f6155'],
    shore: 0.58,
    front: ['#7d9289', '#33473f'],
  },
}

const folders: readonly {
  readonly name: string
  readonly color?: FolderColor
  readonly emoji?: string
  readonly items: readonly string[]
}[] = [
  { name: 'Contracts', color: 'amber', items: ['Lease, signed.pdf', 'Insurance.pdf'] },
  { name: 'Garden', color: 'green', emoji: '🌱', items: ['Planting plan.md'] },
  { name: 'Invoices 2026', color: 'indigo', items: ['Invoice 0417.pdf', 'Invoice 0418.pdf', 'Invoice 0419.pdf'] },
  { name: 'Recipes', color: 'orange', emoji: '🍋', items: ['Lemon tart.md'] },
  { name: photosFolder, color: 'teal', emoji: '⛵', items: Object.keys(landscapes) },
  { name: 'رسائل', color: 'pink', items: [] },
]

/** Files at the top, the oldest first. */
const files = [
  'Minutes of the general meeting of the housing cooperative, second session, with all annexes.docx',
  'Floor plan.svg',
  'Interview with Elin.mp3',
  'Budget.xlsx',
  'Reading list.md',
  'Sailing course.mp4',
  'Annual report.pdf',
  'Pine forest.jpg',
  'Dunes in the evening.jpg',
  'Lake at dawn.jpg',
]
const trashed = ['Draft of the letter.docx', 'Old floor plan.pdf']

const bars = [38, 52, 47, 66, 61, 84]
const reportHtml = `<style>
  body { margin: 24px; font: 15px/1.6 sans-serif; color: #22302b }
  header { margin: -24px -24px 28px; padding: 44px 32px 28px; background: #10855f; color: #fff }
  h1 { margin: 0; font-size: 34px }
  div { display: flex; gap: 14px; align-items: end; height: 190px; margin: 30px 0 }
  i { flex: 1; background: #8ad7bb }
</style>
<header><h1>Annual report</h1>2026</header>
<p>What was built, what it cost, and what comes next.</p>
<div>${bars.map((height) => `<i style="height: ${String(height)}%"></i>`).join('')}</div>
<p>The lake house has a new roof and a jetty. The orchard gave more apples than the cellar could hold.</p>`

/** Creates an account with folders, files, links and favorites; the context is signed in to it afterwards. */
export async function createSampleAccount(context: BrowserContext, holdall: Holdall): Promise<void> {
  const api = context.request
  const page = await context.newPage()
  await signUp(page, holdall.url, sampleUser)
  await page.setContent(reportHtml)
  const pdf = await page.pdf({ format: 'A5', printBackground: true })
  await page.close()
  const pictures = await drawLandscapes(context, landscapes)
  const contentOf = (name: string) => pictures.get(name) ?? (name.endsWith('.pdf') ? pdf : contentByName(name))

  const ids = new Map<string, string>()
  for (const { name, color, emoji, items } of folders) {
    const answer = await api.post('/api/create-folder', { data: { name, color, emoji } })
    const { data } = (await answer.json()) as { data: { id: string } }
    ids.set(name, data.id)
    for (const item of items) await putFile(api, item, contentOf(item), data.id)
  }
  for (const [index, name] of files.entries()) {
    const id = await putFile(api, name, contentOf(name))
    ids.set(name, id)
    // Dates are those of a few weeks, the newest today.
    const at = Date.now() - (files.length - 1 - index) ** 2 * 9 * HOUR_MS
    sql(holdall, 'UPDATE entries SET created_at = ?, updated_at = ? WHERE id = ?', at, at, id)
  }
  const idOf = (name: string) => ids.get(name) ?? ''
  await share(api, idOf('Annual report.pdf'), 'file')
  await share(api, idOf(photosFolder), 'folder')
  await api.post('/api/favourites', { data: { ids: [photosFolder, 'Invoices 2026'].map(idOf) } })
  const items = await Promise.all(
    trashed.map(async (name) => ({ id: await putFile(api, name, contentByName(name)), type: 'file' })),
  )
  await api.post('/api/remove', { data: { items } })
}

/** Bytes of files whose content no screen shows. */
const sizes: Readonly<Record<string, number>> = { docx: 96_400, mp3: 2_840_000, mp4: 7_310_000, xlsx: 248_300 }

function contentByName(name: string): Buffer {
  const size = sizes[name.split('.').pop() ?? '']
  if (size !== undefined) return Buffer.alloc(size, 1)
  return Buffer.from(`# ${name.replace(/\.\w+$/, '')}\n\n- [x] Read it\n- [ ] Answer it\n`.repeat(20))
}
