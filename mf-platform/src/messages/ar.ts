import browser from '@holdall/file-browser/messages/ar.json'
import own from './ar.json'

export const messages = { ...browser, ...own }
