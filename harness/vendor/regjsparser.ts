export { parse } from 'regjsparser';
