/// The version of Daymark.
///
/// It stands in every evidence document, and in the settings of the store, so that another version
/// reads every archive anew.
package let daymarkVersion = "0.1.0"
