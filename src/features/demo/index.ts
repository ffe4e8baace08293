import './texts'

export { DemoBar } from './components/demo-bar'
