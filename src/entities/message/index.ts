export { MailFrame } from './mail-frame'
