import { type ComponentProps, useState } from 'react'
import styled from 'styled-components'
import { hueNear, hueOf, hueVars, type Hue } from '../theme/hue.ts'

export type AvatarSize = 20 | 24 | 28 | 32 | 40 | 52 | 72

const Root = styled.span<{ $size: AvatarSize; $hue: Hue }>`
  ${({ $hue }) => hueVars($hue)}
  --av: ${({ $size }) => $size}px;
  display: inline-grid;
  flex: none;
  place-items: center;
  inline-size: var(--av);
  block-size: var(--av);
  overflow: hidden;
  border-radius: 50%;
  font-size: ${({ $size }) => ($size <= 24 ? '9px' : 'calc(var(--av) * 0.375)')};
  font-weight: var(--w-semi);
  letter-spacing: 0.01em;
  line-height: 1;
  background: var(--c-s);
  color: var(--c-t);
  box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--c-t), transparent 86%);
  img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
`

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const first = (word: string) => [...segments.segment(word)][0]?.segment ?? ''

/**
 * At most two letters, of the first and the last word of a name; of an e-mail address, those of the part before the @.
 */
export const initials = (name: string) => {
  const words = (name.split('@')[0] ?? '').trim().split(/\s+/).filter(Boolean)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (first(words[0] ?? '') + first(last)).toLocaleUpperCase()
}

/** Who is shown. */
export type Person = {
  name: string
  /** Addresses of the picture in three sizes; none: initials. */
  avatar?: { readonly xs: string; readonly sm: string; readonly md: string } | null | undefined
  /** `#rrggbb`, of the background of the initials; default: by the name. */
  color?: string | undefined
}

export type AvatarProps = Omit<ComponentProps<'span'>, 'children' | 'color'> &
  Person & {
    size?: AvatarSize
    /** Hidden from screen readers, because the name is beside it as text. */
    decorative?: boolean
  }

/** The image of a picture that is shown in this size. */
const imageFor = ({ xs, sm, md }: NonNullable<Person['avatar']>, size: AvatarSize) =>
  size >= 52 ? md : size > 32 ? sm : xs

/** A person's picture, or initials on a coloured background where there is none or it does not load. */
export const Avatar = ({ name, avatar, color, size = 32, decorative = false, ...rest }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  const address = avatar ? imageFor(avatar, size) : null
  return (
    <Root
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
      {...rest}
      $size={size}
      $hue={(color && hueNear(color)) || hueOf(name)}
    >
      {address !== null && address !== failed ? (
        <img
          src={address}
          alt=""
          width={size}
          height={size}
          draggable={false}
          onError={() => {
            setFailed(address)
          }}
        />
      ) : (
        initials(name)
      )}
    </Root>
  )
}

const Stacked = styled.span.attrs({ role: 'img' })`
  display: inline-flex;
  flex: none;
  & > span {
    box-shadow: 0 0 0 2px var(--avs-ring, var(--surface));
  }
  & > span + span {
    margin-inline-start: calc(var(--av) * -0.12);
  }
`
const More = styled(Root)`
  color: var(--text-2);
  font-variant-numeric: tabular-nums;
`

export type AvatarStackProps = Omit<ComponentProps<'span'>, 'children'> & {
  people: readonly Person[]
  /** Maximum number of circles; the last one has the number of further people. */
  max?: number
  /** How many people there are besides `people`. */
  further?: number
  size?: AvatarSize
  /** Accessible name for all of them. */
  label: string
}

/** Overlapping avatars of several people. `--avs-ring` is the colour of the background. */
export const AvatarStack = ({ people, max = 4, further = 0, size = 28, label, ...rest }: AvatarStackProps) => {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const more = people.length - shown.length + further
  return (
    <Stacked aria-label={label} {...rest}>
      {shown.map((person, index) => (
        <Avatar key={`${index} ${person.name}`} {...person} size={size} decorative />
      ))}
      {more > 0 ? (
        <More aria-hidden $size={size} $hue="grey">
          +{more}
        </More>
      ) : null}
    </Stacked>
  )
}
