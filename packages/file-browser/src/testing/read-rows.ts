import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** The row of an entry, by the beginning of its name. */
export const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^(Select )?${name}\\b`) })

const nameIn = (element: Element | null) => element?.querySelector('[dir=auto]')?.textContent

export const selectedNames = () => screen.queryAllByRole('row', { selected: true }).map(nameIn)

/** Where the keyboard is in the list. */
export const activeName = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant')
  return id ? nameIn(document.getElementById(id)) : null
}

/** A click on the first row: from there the keyboard goes on. */
export const keyboardFocus = async (user: UserEvent) => {
  await user.click(await screen.findByText('file 0'))
}
