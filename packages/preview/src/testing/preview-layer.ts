import { screen, waitFor } from '@testing-library/react'

/** The layer, once it has the focus. Its code is compiled with the first test. */
export async function previewLayer(name: string): Promise<HTMLElement> {
  const found = await screen.findByRole('dialog', { name })
  await waitFor(() => {
    expect(found).toContainElement(document.activeElement as HTMLElement)
  })
  return found
}

export const previewClosed = (): Promise<void> =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
