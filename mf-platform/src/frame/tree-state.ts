import { create } from 'zustand'

interface TreeState {
  readonly open: ReadonlySet<string>
  readonly flip: (id: string) => void
}

/** Which folders of the tree are open; stays while one goes from page to page. */
export const useTreeState = create<TreeState>()((set) => ({
  open: new Set(),
  flip: (id) => {
    set(({ open }) => {
      const next = new Set(open)
      if (!next.delete(id)) next.add(id)
      return { open: next }
    })
  },
}))
