export { AboutPage } from './components/about-page'
export { ContactPage } from './components/contact-page'
export { LandingSections } from './components/landing-sections'
export { TextPage } from './components/text-page'
