@_exported public import LodeCodecs
// What a client needs to name the types of this module's API.
@_exported public import LodeCore
