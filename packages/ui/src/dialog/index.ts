export { Dialog, type DialogProps } from './dialog.tsx'
export { AlertBody, ConfirmBody, type AlertBodyProps, type ConfirmBodyProps } from './confirm-and-alert.tsx'
