type Redocly = typeof import('#vendor/redocly');
type Types = ReturnType<Redocly['getTypes']>;

/** Returns the types of Redocly's version of the specification, corrected where they depart from it. */
export function documentTypes(redocly: Redocly, specVersion: Parameters<Redocly['getTypes']>[0]): Types {
  const types = withoutExtensions(redocly.getTypes(specVersion));
  return specVersion === 'oas3_2' ? { ...types, ...corrections(types) } : types;
}

/** Returns the types without the extensions that Redocly's own products read: an extension may have any value. */
function withoutExtensions(types: Types): Types {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => {
      const properties = Object.entries(type.properties).filter(([property]) => !property.startsWith('x-'));
      return [name, { ...type, properties: Object.fromEntries(properties) }];
    }),
  );
}

const PARAMETER_STYLES = [
  ...['matrix', 'label', 'simple', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'cookie'],
];

/** OpenAPI 3.2.0: what Redocly rejects, or ends with an exception on. */
function corrections({ DeviceAuthorization, AuthorizationCode, Response, NamedMediaTypes, Parameter }: Types): Types {
  return {
    // OAuth Flow Object: scopes are a map of text, as those of every other flow.
    ...(DeviceAuthorization && {
      DeviceAuthorization: {
        ...DeviceAuthorization,
        properties: { ...DeviceAuthorization.properties, scopes: AuthorizationCode?.properties['scopes'] },
      },
    }),
    // Response Object: `description` is no longer required.
    ...(Response && { Response: { ...Response, required: [] } }),
    // Style Values: `cookie` is new.
    ...(Parameter && {
      Parameter: { ...Parameter, properties: { ...Parameter.properties, style: { enum: [...PARAMETER_STYLES] } } },
    }),
    // Components Object: `mediaTypes` is a map of Media Type Objects, not a map of such maps.
    ...(NamedMediaTypes && { NamedMediaTypes: { ...NamedMediaTypes, additionalProperties: 'MediaType' } }),
  };
}
