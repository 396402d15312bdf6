import { Link } from '@holdall/section'
import { buttonStyles, linkStyles } from '@holdall/ui'
import styled from 'styled-components'

export const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`
export const TextLink = styled(Link)`
  ${linkStyles}
`
export const ButtonLink = styled(Link)`
  ${buttonStyles()}
  /* With the name of the installation it may need a second line. */
  max-inline-size: 100%;
  white-space: normal;
  overflow-wrap: anywhere;
  text-align: center;
`
export const PrimaryLink = styled(Link)`
  ${buttonStyles({ variant: 'primary' })}
`
export const Aside = styled.p`
  color: var(--text-2);
`
