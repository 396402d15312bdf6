import browser from '@holdall/file-browser/messages/en-US.json'
import own from './en-US.json'

export const messages = { ...browser, ...own }
