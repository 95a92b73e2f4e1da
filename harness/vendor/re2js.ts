export { RE2JS, RE2JSException } from 're2js';
