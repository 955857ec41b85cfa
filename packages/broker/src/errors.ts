/** The broker could not do what was asked. Ordered by blast radius: message, channel, connection. */
export class BrokerError extends Error {
  override readonly name: string = 'BrokerError';
  readonly code: string = 'BROKER_ERROR';
}

/** The broker did not take responsibility for a message. */
export class PublishNotConfirmedError extends BrokerError {
  override readonly name = 'PublishNotConfirmedError';
  override readonly code = 'PUBLISH_NOT_CONFIRMED';
}

/** The message itself cannot be sent, now or later: AMQP has no way to write it. */
export class UnsendableMessageError extends BrokerError {
  override readonly name = 'UnsendableMessageError';
  override readonly code = 'UNSENDABLE_MESSAGE';
}

/** A channel ended; its deliveries and unconfirmed messages are no longer ours. */
export class ChannelClosedError extends BrokerError {
  override readonly name = 'ChannelClosedError';
  override readonly code = 'CHANNEL_CLOSED';
}

/** The connection ended or could not be opened. */
export class ConnectionLostError extends BrokerError {
  override readonly name = 'ConnectionLostError';
  override readonly code = 'CONNECTION_LOST';
}

/** A queue or exchange exists already with other arguments (AMQP 406). Its message names it, both values and the fix. */
export class TopologyMismatchError extends BrokerError {
  override readonly name = 'TopologyMismatchError';
  override readonly code = 'TOPOLOGY_MISMATCH';
}

/** The broker cannot be used with what it was given, now or later. The message names what was expected. */
export class BrokerConfigurationError extends BrokerError {
  override readonly name = 'BrokerConfigurationError';
  override readonly code = 'BROKER_CONFIGURATION';
  /** The message is all that the person who started the process needs. */
  readonly explainsItself = true;
}
