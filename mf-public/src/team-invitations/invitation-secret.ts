import { useLocation, useNavigate } from '@holdall/section'
import { useEffect } from 'react'

const storageKey = (id: string) => `holdall.team-invitation.${id}`
/** Where storage is disabled they are kept until the page is loaded again. */
const kept = new Map<string, string>()

/**
 * The secret of the mail. It is taken out of the address at once, so that neither the history nor an address that is
 * copied has it, and kept in this tab: signing in and signing up lead back to the invitation without it.
 */
export function useInvitationSecret(id: string): string | undefined {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const fromAddress = new URLSearchParams(search).get('secret')
  useEffect(() => {
    if (fromAddress === null) return
    kept.set(id, fromAddress)
    try {
      sessionStorage.setItem(storageKey(id), fromAddress)
    } catch {
      // It is kept in memory.
    }
    void navigate(pathname, { replace: true })
  }, [fromAddress, id, navigate, pathname])
  return fromAddress ?? keptSecret(id)
}

function keptSecret(id: string): string | undefined {
  try {
    return kept.get(id) ?? sessionStorage.getItem(storageKey(id)) ?? undefined
  } catch {
    return kept.get(id)
  }
}

/** Once the invitation is accepted the membership is the proof. */
export function deleteInvitationSecret(id: string): void {
  kept.delete(id)
  try {
    sessionStorage.removeItem(storageKey(id))
  } catch {
    // There is none.
  }
}
