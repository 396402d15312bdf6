import { emailShare, shareQrCode } from '@holdall/api'
import { type makeEntry, makeId, renderSection } from '@holdall/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from './platform-fixture.ts'

/** The popup of the public links of an entry, opened by its context menu. */
export async function openSharePopup(
  entry: ReturnType<typeof makeEntry>,
  config: { readonly emailVerification?: boolean } = {},
) {
  const { server, home } = serverWith([entry])
  server.on(shareQrCode, { data: { id: makeId(), type: 'qr-code', attributes: { svg: '<svg xmlns="…"/>' } } })
  server.on(emailShare, ({ body }) => ({ message: 'Sent.', count: body.emails.length }))
  const view = await renderSection(section, { path: '/platform/files', server, config })
  fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText(entry.attributes.name))
  const action = entry.relationships.shared ? 'Edit link…' : 'Share…'
  await view.user.click(await screen.findByRole('menuitem', { name: action }))
  await screen.findByRole('dialog', { name: `Share “${entry.attributes.name}”` })
  return { ...view, server, home }
}
