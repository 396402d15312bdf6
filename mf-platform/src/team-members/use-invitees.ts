import { MAX_TEAM_MEMBERS, type TeamPermission } from '@holdall/api'
import { isolate, useSession } from '@holdall/section'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { splitAddresses } from '../share-links/email-addresses.ts'

export interface Invitee {
  readonly email: string
  readonly permission: TeamPermission
}

/** Who is in the team folder already. */
interface Present {
  /** Addresses of members and open invitations. */
  readonly emails: readonly string[]
  /** Those of them that are to be removed, and leave their places to others. */
  readonly removed: readonly string[]
}

const nobody: Present = { emails: [], removed: [] }

export interface Invitees {
  readonly list: readonly Invitee[]
  /** What is typed and not yet in the list. */
  readonly text: string
  /** Of the people that are added next. */
  readonly permission: TeamPermission
  /** What is wrong with the text; null when nothing is. */
  readonly problem: string | null
  setText(text: string): void
  setPermission(permission: TeamPermission): void
  setProblem(problem: string): void
  /** Takes what is typed into the list. Returns the list, or null where something is wrong. */
  commit(text?: string): readonly Invitee[] | null
  change(email: string, permission: TeamPermission): void
  remove(email: string): void
}

/** The people that will be invited to a team folder. Addresses that cannot be invited stay in the text, with the reason. */
export function useInvitees({ emails, removed }: Present = nobody): Invitees {
  const intl = useIntl()
  const session = useSession()
  const [{ list, text, problem }, setState] = useState<Pick<Invitees, 'list' | 'text' | 'problem'>>({
    list: [],
    text: '',
    problem: null,
  })
  const [permission, setPermission] = useState<TeamPermission>('can_view')
  const user = session.state === 'signed-in' ? session.user : null
  const own = user?.attributes.email.toLowerCase()
  const limit = user?.meta.limitations?.max_team_members
  const message = (id: string, values?: Record<string, string | number>) =>
    intl.formatMessage({ id: `team_members.${id}` }, values)

  /** Why an address cannot be added to these; null when it can. */
  const refusal = (email: string, added: readonly Invitee[]): string | null => {
    if (email === own) return message('invite.own')
    if (emails.includes(email) || added.some((one) => one.email === email)) {
      return message('invite.double', { address: isolate(email) })
    }
    if (emails.length - removed.length + added.length >= MAX_TEAM_MEMBERS) {
      return message('invite.full', { count: MAX_TEAM_MEMBERS })
    }
    if (limit && limit.total !== -1) {
      const known = new Set(user?.meta.allowed_emails)
      for (const one of removed) known.delete(one)
      for (const one of added) known.add(one.email)
      if (!known.has(email) && known.size >= limit.total) return message('invite.limit', { count: limit.total })
    }
    return null
  }
  return {
    list,
    text,
    permission,
    problem,
    setText(next) {
      setState({ list, text: next, problem: null })
    },
    setPermission,
    setProblem(next) {
      setState((before) => ({ ...before, problem: next }))
    },
    commit(typed = text) {
      const { valid, invalid } = splitAddresses(typed)
      const added = [...list]
      const refused: string[] = []
      const problems = invalid
        .slice(0, 1)
        .map((address) => intl.formatMessage({ id: 'share.email.invalid' }, { address: isolate(address) }))
      for (const email of new Set(valid)) {
        const reason = refusal(email, added)
        if (reason === null) added.push({ email, permission })
        else {
          refused.push(email)
          problems.push(reason)
        }
      }
      const [found = null] = problems
      setState({ list: added, text: [...invalid, ...refused].join(' '), problem: found })
      return found === null ? added : null
    },
    change(email, next) {
      setState({
        list: list.map((one) => (one.email === email ? { email, permission: next } : one)),
        text,
        problem,
      })
    },
    remove(email) {
      setState({ list: list.filter((one) => one.email !== email), text, problem: null })
    },
  }
}
