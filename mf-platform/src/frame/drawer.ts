import { createStore } from '@holdall/file-browser'

/** Whether the sidebar is open as a drawer, below 1024 px. */
export const drawer = createStore(false)
