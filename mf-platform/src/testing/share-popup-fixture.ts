import { emailShare, shareQrCode } from '@holdall/api'
import { type makeEntry, makeId, renderSection } from '@holdall/testing'
import { act, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from './platform-fixture.ts'

/** The popup of the public links of an entry, above the list with it. */
export async function openSharePopup(
  entry: ReturnType<typeof makeEntry>,
  config: { readonly emailVerification?: boolean } = {},
) {
  const { server, home } = serverWith([entry])
  server.on(shareQrCode, { data: { id: makeId(), type: 'qr-code', attributes: { svg: '<svg xmlns="…"/>' } } })
  server.on(emailShare, ({ body }) => ({ message: 'Sent.', count: body.emails.length }))
  const view = await renderSection(section, { path: '/platform/files', server, config })
  await within(await screen.findByRole('grid')).findByText(entry.attributes.name)
  const item = { id: entry.id, name: entry.attributes.name, type: entry.type }
  const token = entry.relationships.shared?.data.attributes.token
  act(() => {
    if (token === undefined) view.host.overlay.open('share-create', item)
    else view.host.overlay.open('share-edit', { ...item, token })
  })
  await screen.findByRole('dialog', { name: `Share “${entry.attributes.name}”` })
  return { ...view, server, home }
}
