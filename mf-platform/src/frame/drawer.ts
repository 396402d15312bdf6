import { create } from 'zustand'

interface Drawer {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
}

/** The sidebar as a drawer, below 1024 px. */
export const useDrawer = create<Drawer>()((set) => ({
  isOpen: false,
  open: () => {
    set({ isOpen: true })
  },
  close: () => {
    set({ isOpen: false })
  },
}))
