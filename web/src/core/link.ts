/// The WebSocket to the server: opens again by itself, answers with decoded messages, acknowledges frames.

import { decode, type Command, type Frame, type Notice, type Parcel } from "./protocol";

export interface Listener {
  open(): void;
  closed(): void;
  notice(message: Notice): void;
  parcel(message: Exclude<Parcel, Frame>): void;
  frame(message: Frame): void;
}

export class Link {
  private socket: WebSocket | null = null;
  private wait = 250;

  constructor(private readonly address: string, private readonly listener: Listener) {
    this.connect();
  }

  get connected(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(command: Command): void {
    if (this.connected) this.socket!.send(JSON.stringify(command));
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      this.send({ do: "hello" });
      this.listener.open();
    };
    socket.onclose = () => {
      this.listener.closed();
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 1.6, 5000);
    };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") {
        const notice = JSON.parse(event.data) as Notice;
        this.listener.notice(notice);
        return;
      }
      const parcel = decode(event.data as ArrayBuffer);
      if (parcel?.is === "frame") this.listener.frame(parcel);
      else if (parcel) this.listener.parcel(parcel);
    };
  }
}
