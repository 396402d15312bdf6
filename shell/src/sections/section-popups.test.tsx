import type { PopupProps, SectionModule } from '@holdall/section'
import type { ComponentType } from 'react'
import { composedOf, okSection, sectionModule, servedSection } from './testing/section-fixture.ts'
import { createPopups } from './section-popups.tsx'
import { setUpSections } from './testing/set-up-sections.ts'

const language = { locale: 'en-US', edits: {} }
const announced = (version = '1.0.0') =>
  composedOf(
    okSection(servedSection({ version, popups: ['create-folder'] })),
    okSection(servedSection({ id: 'other' })),
  )
const Popup: ComponentType<PopupProps> = () => null

/** A popup resolver over one section with these popups. */
function popupsOf(popups: NonNullable<SectionModule['popups']>) {
  const loadEntry = jest.fn((entry: { readonly address: string }) =>
    Promise.resolve(sectionModule({ version: entry.address.includes('1.0.1') ? '1.0.1' : '1.0.0', popups })),
  )
  const recompose = jest.fn(() => Promise.resolve(announced('1.0.1')))
  const { sections } = setUpSections({ composed: announced(), recompose, loadEntry })
  return { resolve: createPopups(sections, language), sections, loadEntry }
}

test('a popup is fetched once, and its section is loaded for it', async () => {
  const fetchPopup = jest.fn(() => Promise.resolve(Popup))
  const { resolve, loadEntry } = popupsOf({ 'create-folder': fetchPopup })
  expect(await resolve('create-folder')).toBe(await resolve('create-folder'))
  expect([fetchPopup.mock.calls.length, loadEntry.mock.calls.length]).toEqual([1, 1])
})

test('another version of the section has a popup of its own', async () => {
  const { resolve, sections } = popupsOf({ 'create-folder': () => Promise.resolve(Popup) })
  const first = await resolve('create-folder')
  await sections.renew('admin')
  expect(await resolve('create-folder')).not.toBe(first)
})

test('a popup that failed to load is fetched again when it is opened again', async () => {
  const fetchPopup = jest.fn(() => Promise.resolve(Popup)).mockRejectedValueOnce(new Error('offline'))
  const { resolve } = popupsOf({ 'create-folder': fetchPopup })
  await expect(resolve('create-folder')).rejects.toThrow('offline')
  await expect(resolve('create-folder')).resolves.toBeDefined()
})

test('a popup that no section has, or that a section only announces, is an error that names it', async () => {
  const { resolve } = popupsOf({})
  await expect(resolve('create-folder')).rejects.toThrow('Section admin announced the popup create-folder')
  const { sections } = setUpSections({})
  await expect(createPopups(sections, language)('create-folder')).rejects.toThrow('a popup named create-folder')
})
