export { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
