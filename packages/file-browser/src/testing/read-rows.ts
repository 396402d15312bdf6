import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** The row of an entry, by the beginning of its name. */
export const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^(Select )?${name}\\b`) })

/** The card of an entry, by the beginning of its name. */
export const card = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^(Select )?${name}\\b`) })

const nameIn = (element: Element | null) => element?.querySelector('[dir=auto]')?.textContent

export const selectedNames = () => screen.queryAllByRole('row', { selected: true }).map(nameIn)

export const selectedCards = () => screen.queryAllByRole('gridcell', { selected: true }).map(nameIn)

/** Name of the row or card at the cursor. */
export const activeName = () => {
  const id = screen.getByRole('grid').getAttribute('aria-activedescendant')
  return id ? nameIn(document.getElementById(id)) : null
}

/** Focuses the list with the cursor on the first row, by a click on it. */
export const keyboardFocus = async (user: UserEvent) => {
  await user.click(await screen.findByText('file 0'))
}
