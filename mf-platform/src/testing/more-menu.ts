import type { renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'

type User = Awaited<ReturnType<typeof renderSection>>['user']

/** Opens "More" in the menu that is open, and returns what it lists. */
export async function openMore(): Promise<HTMLElement[]> {
  fireEvent.click(await screen.findByRole('menuitem', { name: 'More' }))
  const more = await waitFor(() => {
    const [, submenu] = screen.getAllByRole('menu')
    if (!submenu) throw new Error('“More” is not open.')
    return submenu
  })
  return within(more).getAllByRole('menuitem')
}

/** Chooses an action from "More" in the menu that is open. */
export async function chooseInMore(user: User, name: string): Promise<void> {
  await openMore()
  await user.click(screen.getByRole('menuitem', { name }))
}
