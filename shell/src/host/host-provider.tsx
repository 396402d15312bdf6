import { createContext, type ReactNode, use } from 'react'
import { HostContext, useReadable } from '@holdall/section'
import type { Host } from './host.ts'

const ShellContext = createContext<Host | null>(null)

/** Gives the host to the shell's own views, and its public part to the sections. */
export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  return (
    <ShellContext value={host}>
      <HostContext value={host}>{children}</HostContext>
    </ShellContext>
  )
}

/** The current catalogue of sections. */
export const useCatalogue = () => useReadable(useShell().sections.catalogue)

/** The whole host; for views of the shell only. */
export function useShell(): Host {
  const host = use(ShellContext)
  if (!host) throw new Error('HostProvider is missing.')
  return host
}
