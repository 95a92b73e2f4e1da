import type { JsonObject, MediaType } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { isUrlencoded } from '../media-type.ts';
import { splitQuery } from '../parameters/percent-decoding.ts';
import { percentEncode } from '../parameters/serialize.ts';
import type { BodyProblem } from './body-problem.ts';
import type { FormField } from './read-form-field.ts';
import { compileFormValidator, type FormValidator } from './validate-form.ts';
import { formFieldText, formFieldValues, serializeForm } from './write-form.ts';

/** The fields of an object that is sent as a form, as a service reads them: percent-encoded, each value a text. */
export function formFields({ type, encodings }: MediaType, body: JsonObject): readonly FormField[] {
  if (isUrlencoded(type)) return splitQuery(serializeForm(body, encodings));
  return Object.entries(body).flatMap(([name, value]) =>
    formFieldValues(value).map((item): FormField => [name, percentEncode(formFieldText(item))]),
  );
}

/** What a service finds wrong with an object that is sent as a form: a valid one may be another when it is read from its texts. */
export function formProblems(contract: Contract, type: MediaType, body: JsonObject): readonly BodyProblem[] {
  const validators = contract.derived(createValidators);
  const validate = validators.get(type) ?? compileFormValidator(contract, type);
  validators.set(type, validate);
  return validate(formFields(type, body)).problems;
}

const createValidators = () => new Map<MediaType, FormValidator>();
