export { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
